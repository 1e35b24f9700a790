package desk

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
	"unsafe"

	tea "charm.land/bubbletea/v2"
)

// memos are what drawing may write: what was drawn, kept for the next time. It is looked
// up by what it was drawn from, so that no picture depends on it.
func memos() []string {
	return []string{
		"conversation.Model.frame", "replay.Player.frame", // the last picture
		"pane.Pane.drawn", "pane.Pane.heights", // the lines of entries
		"markdown.", "pane.Live", // what was read and drawn of Markdown
		"edit.Editor.area", // what the text area last showed
		"sync.", "text.Theme", "coordinator.", "store.", "kit.Screens", "testing.", "desk.",
	}
}

// Pure says what the View of a screen changes, "" if nothing: so what keys do does not
// depend on whether and when it was drawn.
func Pure(screen tea.Model) string {
	before := stateOf(screen)
	first := screen.View()
	after := stateOf(screen)
	if second := screen.View(); second.Content != first.Content {
		return "the picture, when it is drawn again"
	}
	var changed []string
	for path, was := range before {
		if after[path] != was {
			changed = append(changed, fmt.Sprintf("%s from %q to %q", path, was, after[path]))
		}
	}
	for path, is := range after {
		if _, there := before[path]; !there {
			changed = append(changed, fmt.Sprintf("%s to %q", path, is))
		}
	}
	sort.Strings(changed)
	return strings.Join(changed, "\n")
}

// stateOf is everything that a screen holds, by where it is.
func stateOf(screen tea.Model) map[string]string {
	w := walk{found: map[string]string{}, seen: map[unsafe.Pointer]bool{}}
	w.value(fmt.Sprintf("%T", screen), reflect.ValueOf(screen))
	return w.found
}

type walk struct {
	found map[string]string
	seen  map[unsafe.Pointer]bool
}

func (w walk) value(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			w.found[path] = "nil"
			return
		}
		if at := v.UnsafePointer(); !w.seen[at] {
			w.seen[at] = true
			w.value(path, v.Elem())
		}
	case reflect.Interface:
		if v.IsNil() {
			w.found[path] = "nil"
			return
		}
		w.found[path+" is"] = v.Elem().Type().String()
		w.value(path, v.Elem())
	case reflect.Struct:
		w.fields(path, v)
	case reflect.Slice, reflect.Array:
		w.found[path+" has"] = fmt.Sprint(v.Len())
		if k := v.Type().Elem().Kind(); k == reflect.Uint8 || k == reflect.Int32 {
			w.found[path] = fmt.Sprint(v)
			return
		}
		for i := range v.Len() {
			w.value(fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
	case reflect.Map:
		w.found[path+" has"] = fmt.Sprint(v.Len())
		for _, k := range v.MapKeys() {
			w.value(fmt.Sprintf("%s[%v]", path, k), v.MapIndex(k))
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		w.found[path] = fmt.Sprint(v.IsNil())
	default:
		w.found[path] = fmt.Sprint(v)
	}
}

// fields are the fields of a struct that are state.
func (w walk) fields(path string, v reflect.Value) {
	kind := v.Type().String()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !isMemo(kind+"."+f.Name) && !isMemo(strings.TrimLeft(f.Type.String(), "*[]")+".") {
			w.value(path+"."+f.Name, v.Field(i))
		}
	}
}

func isMemo(name string) bool {
	for _, m := range memos() {
		if strings.HasPrefix(name, m) {
			return true
		}
	}
	return false
}
