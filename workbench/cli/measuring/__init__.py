"""Speed measurements for `herbarium bench`."""
