// Floor is the smallest program of this kind: Bubble Tea and a text area, nothing else. It
// costs what the libraries cost; everything above that in a measurement is our own. With
// an argument it draws that many frames per second.
package main

import (
	"fmt"
	"os"
	"strconv"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
)

func main() {
	var options []tea.ProgramOption
	if len(os.Args) > 1 {
		fps, err := strconv.Atoi(os.Args[1])
		if err != nil {
			fmt.Fprintln(os.Stderr, "floor: frames a second:", err)
			os.Exit(2)
		}
		options = append(options, tea.WithFPS(fps))
	}
	if _, err := tea.NewProgram(newFloor(), options...).Run(); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

type floor struct{ area textarea.Model }

func newFloor() floor {
	area := textarea.New()
	area.Prompt, area.ShowLineNumbers = "> ", false
	area.Placeholder = "ready"
	return floor{area: area}
}

func (f floor) Init() tea.Cmd { return func() tea.Msg { return started{} } }

// started gives the text area the focus.
type started struct{}

func (f floor) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case started:
		cmd = f.area.Focus()
		return f, cmd
	case tea.WindowSizeMsg:
		f.area.SetWidth(msg.Width)
		f.area.SetHeight(msg.Height)
		return f, nil
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+c" {
			return f, tea.Quit
		}
	}
	f.area, cmd = f.area.Update(msg)
	return f, cmd
}

func (f floor) View() tea.View {
	v := tea.NewView(f.area.View())
	v.AltScreen = true
	return v
}
