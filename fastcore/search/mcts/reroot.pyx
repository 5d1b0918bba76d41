"""Tree reuse: copy the subtree below a move of the root into a new tree.

The old tree does not change, so a failure loses nothing: its owner replaces it only when the copy is complete.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy

from fastcore.search.mcts.arena cimport BLOCK_SHIFT, LINE_WORDS, reset_arena
from fastcore.search.mcts.memory cimport shard_of
from fastcore.search.mcts.probabilities cimport copy_probabilities
from fastcore.search.mcts.transpositions cimport TranspositionIndex, clear_index, insert
from fastcore.search.mcts.tree cimport (
    INLINE_BLOCK, TERMINAL, Edges, Node, Tree, allocate, at, block_bytes, edge_capacity, edge_columns, edge_of, edges_of,
    has_node, node_at, node_bytes,
)


cdef Tree reroot(Tree old, int move):
    """Return a new tree whose root is the position after a move, with the nodes that `old` has below it.

    If memory for the nodes runs out, the new tree has only a root.

    Raises:
        MemoryError: there is no memory for a root.
    """
    cdef Tree tree = Tree(old.game, old.memory_limit, old.shared)
    cdef Edges edges = edges_of(old, node_at(old, old.root))
    cdef int edge = edge_of(old, node_at(old, old.root), move)
    cdef bint copied = False
    cdef int i
    tree.params = old.params
    tree.noise_seed = old.noise_seed
    tree.rng = old.rng
    with nogil:
        memcpy(tree.root_position, old.root_position, tree.game.size)
        tree.game.play(tree.root_position, move)
        if edge >= 0 and has_node(&edges, edge):
            copied = copy_subtree(tree, old, edges.child[edge]) and tree.expand_root()
        if not copied:
            reset_arena(&tree.memory.arena)
            tree.chunk.words = 0
            for i in range(tree.memory.shard_count):
                clear_index(&tree.memory.shards[i].index)
            tree.full = False
    if not copied:
        tree.set_root()
    return tree


cdef bint copy_subtree(Tree tree, Tree old, uint32_t top) noexcept nogil:
    """Copy a node and its descendants, with their entries in the transposition index. Return False if out of memory."""
    cdef uint64_t lines = (<uint64_t>old.memory.arena.block_count << BLOCK_SHIFT) // LINE_WORDS
    cdef uint32_t* forwarded = <uint32_t*>calloc(lines, sizeof(uint32_t))   # old line -> new offset; 0 if not copied
    cdef const TranspositionIndex* index
    cdef uint32_t offset
    cdef uint64_t i, key
    cdef int k
    if forwarded == NULL:
        return False
    tree.root = 0
    if copy_probabilities(&tree.memory.probabilities, &old.memory.probabilities, old.memory.probabilities.slot_bits):
        tree.probabilities = tree.memory.probabilities.values
        tree.root = copy_nodes(tree, old, top, forwarded)
    if tree.root:
        for k in range(old.memory.shard_count):
            index = &old.memory.shards[k].index
            for i in range(index.capacity):
                offset = index.entries[i].offset
                if offset and forwarded[offset // LINE_WORDS]:
                    key = <uint64_t>node_at(old, offset).key_high << 32 | index.entries[i].key_low
                    insert(&shard_of(tree.memory, key).index, key, forwarded[offset // LINE_WORDS])
    free(forwarded)
    return tree.root != 0


cdef uint32_t copy_nodes(Tree tree, Tree old, uint32_t top, uint32_t* forwarded) noexcept nogil:
    """Copy a node and its descendants, depth first. Return the offset of its copy; 0 if not all could be copied."""
    cdef uint32_t* stack = NULL             # copied nodes whose edges are still those of the old tree
    cdef uint32_t* larger
    cdef uint32_t capacity = 0, height = 0, offset, root, child, i
    cdef Node* node
    cdef Edges edges
    root = offset = copy_node(tree, old, top, forwarded)
    while offset:
        node = node_at(tree, offset)
        if node.edge_count:
            if not copy_edges(tree, old, offset):
                root = 0
                break
            edges = edge_columns(at(tree, node.edges), edge_capacity(node), tree.width)
            if height + node.edge_count > capacity:
                capacity = 2 * (height + node.edge_count)
                larger = <uint32_t*>realloc(stack, capacity * sizeof(uint32_t))
                if larger == NULL:
                    root = 0
                    break
                stack = larger
            for i in range(node.edge_count):
                child = edges.child[i]
                if child == 0 or child == TERMINAL:
                    continue
                if forwarded[child // LINE_WORDS]:
                    edges.child[i] = forwarded[child // LINE_WORDS]
                    continue
                edges.child[i] = copy_node(tree, old, child, forwarded)
                if edges.child[i] == 0:
                    root = 0
                    break
                stack[height] = edges.child[i]
                height += 1
        if root == 0 or height == 0:
            break
        height -= 1
        offset = stack[height]
    free(stack)
    return root


cdef uint32_t copy_node(Tree tree, Tree old, uint32_t offset, uint32_t* forwarded) noexcept nogil:
    """Copy one node and record its new offset. Return the offset; 0 if out of memory."""
    cdef uint32_t copied = allocate(tree, tree.node_words)
    if copied:
        memcpy(node_at(tree, copied), node_at(old, offset), tree.node_words * 8)
        forwarded[offset // LINE_WORDS] = copied
    return copied


cdef bint copy_edges(Tree tree, Tree old, uint32_t offset) noexcept nogil:
    """Copy the block of edges of a copied node. Return False if out of memory."""
    cdef Node* node = node_at(tree, offset)
    cdef uint32_t size = block_bytes(edge_capacity(node), tree.width)
    cdef uint32_t block = offset + node_bytes(tree.width) // 8
    if node.size_class != INLINE_BLOCK:
        block = allocate(tree, size // 8)
        if block == 0:
            return False
        memcpy(at(tree, block), at(old, node.edges), size)
    node.edges = block
    return True
