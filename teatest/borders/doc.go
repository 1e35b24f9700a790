// Package borders tests every border at which somebody else's text becomes something that
// a reader sees: the screen, plain prompts, what commands print, exports and the lines on
// disk. It contains only tests.
package borders
