package export

import (
	"encoding/base64"

	"parley/store"
	"parley/store/picture"
	"parley/store/record"
	"parley/store/text/clean"
)

// message writes a message and its images.
func (p page) message(m *record.Message) {
	p.plain(clean.Tame(record.With(m.Text, m.Files)))
	p.images(m.Files)
}

// images writes the images that go with a message or an answer, as far as they are kept and are what
// their type says.
func (p page) images(files []store.File) {
	for i, f := range files {
		if p.kept == nil {
			return
		}
		data, there := p.kept(f.Digest)
		shown, err := picture.Read(data)
		if !there || err != nil || shown.Type != f.Type {
			continue // its line says that there was one
		}
		p.put("<p><img alt=\"image ")
		p.number(i + 1)
		p.put("\" src=\"data:")
		p.text(shown.Type)
		p.put(";base64,")
		p.text(base64.StdEncoding.EncodeToString(shown.Data))
		p.put("\"></p>\n")
	}
}
