"""Re-rooting a tree: the part below a move is copied into a new tree, and the old tree is left as it was.

So a failure, for want of memory say, loses nothing: whoever asked for the new tree still has the old one.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy

from fastcore.search.arena cimport BLOCK_SHIFT, LINE_WORDS, at, empty_arena, take_words
from fastcore.search.node cimport ENDED_CHILD, Edges, Node, block_size, node_size
from fastcore.search.places cimport add_place, empty_places
from fastcore.search.store cimport INLINE, Store, edges_of, laid_out, node_at, room_of


cdef class MovingStore(Store):
    cdef int follow(self, MovingStore old, int move) except -1:
        """Make the position after a move of another store the root of this new, empty one, and copy what that store holds of
        it. `rule` and `salt` are set already. The other store does not change. MemoryError if there is no room for a root."""
        cdef Edges edges = edges_of(old, node_at(old, old.root))
        cdef int edge = old.edge_of(node_at(old, old.root), move)
        cdef uint32_t place = 0
        cdef bint copied = False
        if edge >= 0 and edges.child[edge] != ENDED_CHILD:
            place = edges.child[edge]
        with nogil:
            memcpy(self.position, old.position, self.game.size)
            self.game.play(self.position, move)
            memcpy(self.probabilities, old.probabilities, old.probability_count * sizeof(double))
            self.probability_count = old.probability_count
            if place:
                copied = self.copy_below(old, place) and self.open_root()
            if not copied:
                empty_arena(&self.arena)
                empty_places(&self.places)
                self.full = False
        return 0 if copied else self.plant()

    cdef bint copy_below(self, MovingStore old, uint32_t place) noexcept nogil:
        """Copy what lies below a place of another store, its transpositions included. False if there is no memory for that."""
        cdef uint64_t lines = (<uint64_t>old.arena.block_count << BLOCK_SHIFT) // LINE_WORDS
        cdef uint32_t there
        cdef uint64_t i
        old.moved = <uint32_t*>calloc(lines, sizeof(uint32_t))
        if old.moved == NULL:
            return False
        self.root = self.transplant(old, place)
        if self.root:
            for i in range(old.places.room):
                there = old.places.entries[i].place
                if there and old.moved[there // LINE_WORDS]:
                    add_place(
                        &self.places, <uint64_t>node_at(old, there).key << 32 | old.places.entries[i].tag,
                        old.moved[there // LINE_WORDS],
                    )
        free(old.moved)
        old.moved = NULL
        return self.root != 0

    cdef uint32_t transplant(self, MovingStore old, uint32_t place) noexcept nogil:
        """Copy the nodes below a place; return the place of the first here, 0 if there is no memory for all of them."""
        cdef uint32_t* pending = NULL           # copied nodes whose edges are still the old ones
        cdef uint32_t* longer
        cdef uint32_t room = 0, waiting = 0, fresh, root, child, i
        cdef Node* node
        cdef Edges edges
        root = fresh = self.copy_node(old, place)
        while fresh:
            node = <Node*>at(&self.arena, fresh)
            if node.edge_count:
                if not self.copy_edges(old, fresh):
                    root = 0
                    break
                edges = laid_out(at(&self.arena, node.edges), room_of(node), self.width)
                if waiting + node.edge_count > room:
                    room = 2 * (waiting + node.edge_count)
                    longer = <uint32_t*>realloc(pending, room * sizeof(uint32_t))
                    if longer == NULL:
                        root = 0
                        break
                    pending = longer
                for i in range(node.edge_count):
                    child = edges.child[i]
                    if child == 0 or child == ENDED_CHILD:
                        continue
                    if old.moved[child // LINE_WORDS]:
                        edges.child[i] = old.moved[child // LINE_WORDS]
                        continue
                    edges.child[i] = self.copy_node(old, child)
                    if edges.child[i] == 0:
                        root = 0
                        break
                    pending[waiting] = edges.child[i]
                    waiting += 1
            if root == 0 or waiting == 0:
                break
            waiting -= 1
            fresh = pending[waiting]
        free(pending)
        return root

    cdef uint32_t copy_node(self, MovingStore old, uint32_t place) noexcept nogil:
        """Copy one node, note where to, and return its place here; 0 if there is no memory."""
        cdef uint32_t fresh = take_words(&self.arena, self.node_words)
        if fresh:
            memcpy(at(&self.arena, fresh), node_at(old, place), self.node_words * 8)
            old.moved[place // LINE_WORDS] = fresh
        return fresh

    cdef bint copy_edges(self, MovingStore old, uint32_t fresh) noexcept nogil:
        """Copy the edges of a copied node after it. False if there is no memory."""
        cdef Node* node = <Node*>at(&self.arena, fresh)
        cdef uint32_t size = block_size(room_of(node), self.width)
        cdef uint32_t place = fresh + node_size(self.width) // 8
        if node.size != INLINE:
            place = take_words(&self.arena, size // 8)
            if place == 0:
                return False
            memcpy(at(&self.arena, place), at(&old.arena, node.edges), size)
        node.edges = place
        return True
