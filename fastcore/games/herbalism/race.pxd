cdef const double* race_values(int players, int target) except NULL
