package pane

// heights keeps the number of lines of each entry and answers, in logarithmic time,
// how many lines precede one. Entries that were never drawn have an estimate.
type heights struct {
	each []int
	sums []int // Fenwick tree over each
}

// push appends an entry of n lines.
func (h *heights) push(n int) {
	i := len(h.each) + 1
	h.each = append(h.each, n)
	sum := n
	for step := 1; step < i&-i; step <<= 1 {
		sum += h.sums[i-step-1]
	}
	h.sums = append(h.sums, sum)
}

// pop removes the last entry.
func (h *heights) pop() {
	n := len(h.each) - 1
	h.set(n, 0) // nothing but its own sum counts it
	h.each, h.sums = h.each[:n], h.sums[:n]
}

// set changes the i-th entry to n lines.
func (h *heights) set(i, n int) {
	d := n - h.each[i]
	if d == 0 {
		return
	}
	h.each[i] = n
	for at := i + 1; at <= len(h.sums); at += at & -at {
		h.sums[at-1] += d
	}
}

// before returns the number of lines before the i-th entry.
func (h *heights) before(i int) int {
	sum := 0
	for ; i > 0; i -= i & -i {
		sum += h.sums[i-1]
	}
	return sum
}

// total returns the number of lines of all entries.
func (h *heights) total() int { return h.before(len(h.each)) }
