package kit

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A screen that shows another one below lines of its own moves its cursor down, however
// often it is drawn.
func TestTheCursorOfAPictureIsTheCallers(t *testing.T) {
	var p Picture
	for range 2 {
		v := p.View(func() tea.View { return tea.View{Cursor: tea.NewCursor(4, 7)} })
		if v.Cursor.Y += 3; v.Cursor.Y != 10 {
			t.Errorf("the cursor is in line %d, want 10", v.Cursor.Y)
		}
	}
	p.Old()
	if v := p.View(func() tea.View { return tea.View{} }); v.Cursor != nil {
		t.Errorf("a picture without a cursor has one at %d, %d", v.Cursor.X, v.Cursor.Y)
	}
}
