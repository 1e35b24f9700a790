// Package borders tests every border at which text of strangers becomes something
// that a reader sees: the screen, plain prompts, what commands print, exports and
// the lines on disk. It has nothing but tests.
package borders
