"""What becomes of a tree when its root moves on: what is still true is copied into fresh memory, the rest is dropped."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from fastcore.search.arena cimport Arena, at, close_arena, empty_arena, open_arena, take_words
from fastcore.search.node cimport ENDED_CHILD, Edges, Node, block_size, node_size
from fastcore.search.places cimport Places, add_place, close_places, empty_places, open_places
from fastcore.search.store cimport INLINE, Store, edges_of, laid_out, node_at, room_of

cdef enum:
    MOVED = -100                # the actor of a node that has been copied elsewhere; `edges` is its place there


cdef class MovingStore(Store):
    cdef int advance(self, int move) except -1:
        """Make the position after a move the root, and keep what the tree holds of it."""
        cdef Edges edges = edges_of(self, node_at(self, self.root))
        cdef int edge = self.edge_of(node_at(self, self.root), move)
        cdef uint32_t place = 0
        cdef Arena arena
        cdef Places places
        cdef Node* old
        cdef uint64_t i
        if edge >= 0 and edges.child[edge] != ENDED_CHILD:
            place = edges.child[edge]
        if not open_arena(&arena, self.limit // 10 * 9):
            raise MemoryError
        if not open_places(&places, self.limit // 10):
            close_arena(&arena)
            raise MemoryError
        with nogil:
            self.game.play(self.position, move)
            if place:
                place = self.transplant(&arena, place)
            if place:
                for i in range(self.places.room):       # nodes that were copied say where to
                    if self.places.entries[i].place and node_at(self, self.places.entries[i].place).actor == MOVED:
                        old = node_at(self, self.places.entries[i].place)
                        add_place(&places, <uint64_t>old.key << 32 | self.places.entries[i].tag, old.edges)
            close_arena(&self.arena)
            close_places(&self.places)
        self.arena = arena
        self.places = places
        self.root = place
        self.full = False
        memset(self.free_edges, 0, sizeof(self.free_edges))
        if place and self.open_root():
            return 0
        empty_arena(&self.arena)
        empty_places(&self.places)
        memset(self.free_edges, 0, sizeof(self.free_edges))
        self.full = False
        return self.plant()

    cdef uint32_t transplant(self, Arena* arena, uint32_t place) noexcept nogil:
        """Copy what lies below a place into another arena; returns its place there, 0 if there is no memory for that."""
        cdef uint32_t* pending = NULL           # copied nodes whose edges are still the old ones
        cdef uint32_t* longer
        cdef uint32_t room = 0, waiting = 0, fresh, root, child, i
        cdef Node* node
        cdef Edges edges
        root = fresh = self.copy_node(arena, place)
        while fresh:
            node = <Node*>at(arena, fresh)
            if node.edge_count:
                if not self.copy_edges(arena, fresh):
                    root = 0
                    break
                edges = laid_out(at(arena, node.edges), room_of(node), self.width)
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
                    if node_at(self, child).actor == MOVED:
                        edges.child[i] = node_at(self, child).edges
                        continue
                    edges.child[i] = self.copy_node(arena, child)
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

    cdef uint32_t copy_node(self, Arena* arena, uint32_t place) noexcept nogil:
        """A node's place in another arena, noted in the old one; 0 if there is no memory."""
        cdef Node* node = node_at(self, place)
        cdef uint32_t fresh = take_words(arena, self.node_words)
        cdef Node* copy
        if fresh:
            copy = <Node*>at(arena, fresh)
            memcpy(copy, node, self.node_words * 8)
            node.actor = MOVED
            node.edges = fresh
        return fresh

    cdef bint copy_edges(self, Arena* arena, uint32_t fresh) noexcept nogil:
        """Copy the edges of a copied node after it. False if there is no memory."""
        cdef Node* node = <Node*>at(arena, fresh)
        cdef uint32_t size = block_size(room_of(node), self.width)
        cdef uint32_t place = fresh + node_size(self.width) // 8
        if node.size != INLINE:
            place = take_words(arena, size // 8)
            if place == 0:
                return False
            memcpy(at(arena, place), at(&self.arena, node.edges), size)
        node.edges = place
        return True
