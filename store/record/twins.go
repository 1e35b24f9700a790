package record

import "parley/store/text/clean"

// Twins are the places of labels that look like another one and are not the same.
func Twins(labels []string) map[int]bool {
	first, found := map[string]int{}, map[int]bool{}
	for i, label := range labels {
		look := clean.Look(label)
		if at, known := first[look]; !known {
			first[look] = i
		} else if labels[at] != label {
			found[at], found[i] = true, true
		}
	}
	return found
}

// Spelled is a label with a number for each character that another one could be taken for.
func Spelled(label string) string { return clean.Blanks(clean.Spelled(label)) }
