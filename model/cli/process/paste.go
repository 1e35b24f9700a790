package process

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// pictureTypes are the images that are asked of a clipboard, the best first.
var pictureTypes = [...]string{"image/png", "image/jpeg", "image/webp", "image/gif"}

// pasteTool is a tool of the system that gives what is on the clipboard.
type pasteTool struct {
	name, needs string   // needs is the variable without which it cannot work
	list        []string // how it lists the types of what is there; nil: it knows one alone
	get         []string // how it gives the image, TYPE for its type
	written     bool     // it writes the bytes as «data PNGf89504E…»
}

func pasteTools() []pasteTool {
	return []pasteTool{
		{name: "wl-paste", needs: "WAYLAND_DISPLAY", list: []string{"--list-types"}, get: []string{"--no-newline", "--type", "TYPE"}},
		{name: "xclip", needs: "DISPLAY", list: []string{"-selection", "clipboard", "-t", "TARGETS", "-o"}, get: []string{"-selection", "clipboard", "-t", "TYPE", "-o"}},
		{name: "pngpaste", get: []string{"-"}},
		{name: "osascript", get: []string{"-e", "get the clipboard as «class PNGf»"}, written: true},
	}
}

// pasting is how long a tool may take: the program that has the clipboard makes the image
// when it is asked for it.
const pasting = 5 * time.Second

// Errors of PasteImage.
var (
	ErrNoPasteTool = errors.New("no tool that reads the clipboard was found (wl-paste with Wayland, xclip with X, pngpaste or osascript on macOS); save the image and name its file, as @shot.png")
	ErrFarPaste    = errors.New("over SSH this machine's clipboard is not yours; copy the image here and name its file, as @shot.png")
	ErrNoPicture   = errors.New("there is no image on the clipboard")
)

// PasteImage is the image on the clipboard, by the system's own tool. Of one that is larger
// than most bytes there are more than that, and not all.
func (p *Program) PasteImage(ctx context.Context, most int) ([]byte, error) {
	if p.Variable("SSH_CONNECTION") != "" || p.Variable("SSH_TTY") != "" {
		return nil, ErrFarPaste
	}
	for _, t := range pasteTools() {
		if t.needs != "" && p.Variable(t.needs) == "" {
			continue
		}
		path, err := p.Find(t.name)
		if err != nil {
			continue
		}
		ctx, end := context.WithTimeout(ctx, pasting)
		defer end()
		kind := pictureTypes[0]
		if t.list != nil {
			types, err := p.paste(ctx, path, t.list, 64<<10)
			if err != nil {
				return nil, ErrNoPicture // so they say that there is nothing at all
			}
			at := slices.IndexFunc(pictureTypes[:], func(k string) bool { return slices.Contains(strings.Fields(string(types)), k) })
			if at < 0 {
				return nil, ErrNoPicture
			}
			kind = pictureTypes[at]
		}
		get := slices.Clone(t.get)
		for i := range get {
			get[i] = strings.Replace(get[i], "TYPE", kind, 1)
		}
		if t.written {
			most = 2*most + 64
		}
		data, err := p.paste(ctx, path, get, most)
		switch {
		case err != nil && t.list == nil && ctx.Err() == nil:
			return nil, ErrNoPicture
		case err != nil:
			return nil, fmt.Errorf("%s: %w", t.name, err)
		case t.written:
			return unwritten(data)
		}
		return data, nil
	}
	return nil, ErrNoPasteTool
}

// unwritten reads bytes that AppleScript writes.
func unwritten(data []byte) ([]byte, error) {
	text, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "«data PNGf")
	out, err := hex.DecodeString(strings.TrimSuffix(text, "»"))
	if !ok || err != nil {
		return nil, ErrNoPicture
	}
	return out, nil
}

// paste runs a tool and returns what it prints; of more than most bytes, most and one.
func (p *Program) paste(ctx context.Context, path string, args []string, most int) ([]byte, error) {
	out := &upTo{most: most}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.WaitDelay = p.OwnEnv(), filepath.Dir(path), out, copying
	err := cmd.Run()
	if len(out.data) > most {
		return out.data, nil // it was ended there
	}
	if ctx.Err() != nil {
		err = errors.New("it took too long")
	}
	return out.data, err
}

// upTo takes most bytes and one more.
type upTo struct {
	data []byte
	most int
}

var errFull = errors.New("more than was asked for")

// Write takes what there is room for.
func (u *upTo) Write(b []byte) (int, error) {
	if room := u.most + 1 - len(u.data); len(b) > room {
		u.data = append(u.data, b[:room]...)
		return room, errFull
	}
	u.data = append(u.data, b...)
	return len(b), nil
}
