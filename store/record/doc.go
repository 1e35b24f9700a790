// Package record says what stands on record, to people: a conversation as the entries of a transcript, now
// and at any point of its past, its decisions as an audit, and each event in words and in a row.
package record
