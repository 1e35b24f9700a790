package kit

import (
	"errors"
	"slices"
	"sync"
	"testing"
)

// TestALateSaveReplacesNone that is later, and each is done once, whoever asks for it.
func TestALateSaveReplacesNone(t *testing.T) {
	var s Saves
	var saved []int
	fault := errors.New("full")
	save := func(n int, err error) func() error {
		return s.Next(func() error {
			s.Next(nil) // a screen prepares the next one while this one is being done
			saved = append(saved, n)
			return err
		})
	}
	first, second, third := save(1, nil), save(2, fault), save(3, nil)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := second(); err != fault {
				t.Errorf("the second: %v", err)
			}
		})
	}
	all.Wait()
	if err := errors.Join(first(), third()); err != nil {
		t.Error(err)
	}
	if want := []int{2, 3}; !slices.Equal(saved, want) {
		t.Errorf("saved %v, want %v", saved, want)
	}
}
