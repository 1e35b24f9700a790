package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/forms/rawjson"
)

// What no JSON library reads would cost the connection. It is put into a form that costs
// only the value, or the answer, that it stands in.

// deepestValue is how deep a message may be; what is deeper is replaced by a word. It is
// more than a tool may have, so that such a tool is still told from others.
const deepestValue = 1000

// flat is a message without what is too deep in it.
func flat(data []byte) []byte {
	if depth(data) <= deepestValue {
		return data
	}
	var out bytes.Buffer
	now, quoted := 0, false
	for i := 0; i < len(data); i++ {
		c := data[i]
		opens, closes := !quoted && (c == '{' || c == '['), !quoted && (c == '}' || c == ']')
		if opens {
			now++
			if now == deepestValue+1 {
				out.WriteString(`"nested too deeply"`)
			}
		}
		if now <= deepestValue {
			out.WriteByte(c)
		}
		switch {
		case closes:
			now = max(now-1, 0)
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\' && i+1 < len(data):
			i++
			if now <= deepestValue {
				out.WriteByte(data[i])
			}
		}
	}
	return out.Bytes()
}

// codeBroken marks an answer that stands for one that is no JSON.
const codeBroken = jsonrpc.CodeParseError

var (
	idFirst = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\{(?:"jsonrpc":\s*"2\.0",\s*)?\s*"id":\s*(\d{1,18}|"[^"\\]{1,100}")\s*[,}]`)
	})
	idLast = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`"id":\s*(\d{1,18}|"[^"\\]{1,100}")\s*\}$`)
	})
)

// mostValues is how many values a message may have. One of three bytes takes hundreds when it is
// read, so that the length of a message does not limit it.
const mostValues = 500_000

// crowded reports whether a message has more values than are read.
func crowded(data []byte) bool { return rawjson.Values(data) > mostValues }

// repaired is an answer that says so in the place of one that is no JSON, or has too many values,
// as far as it can be seen what it was the answer to.
func repaired(data []byte) ([]byte, bool) {
	why := brokenText
	switch {
	case len(data) == 0 || data[0] != '{' || data[len(data)-1] != '}':
		return nil, false
	case crowded(data):
		why = crowdedText()
	case json.Valid(data):
		return nil, false
	}
	id := idFirst().FindSubmatch(data)
	if id == nil {
		id = idLast().FindSubmatch(data[max(len(data)-200, 0):])
	}
	if id == nil {
		return nil, false
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, id[1], codeBroken, why), true
}

// mendParts replaces each part of a call's result that the library could not read, such as an
// image that is no base64, because one of them would make it refuse the whole result.
func mendParts(data []byte) (mended []byte, is bool) {
	if !bytes.Contains(data, []byte(`"content"`)) {
		return nil, false
	}
	var m, result map[string]json.RawMessage
	var parts []json.RawMessage
	if json.Unmarshal(data, &m) != nil || json.Unmarshal(m["result"], &result) != nil || json.Unmarshal(result["content"], &parts) != nil {
		return nil, false
	}
	var whole mcp.CallToolResult
	if json.Unmarshal(m["result"], &whole) == nil {
		return nil, false
	}
	for i, part := range parts {
		var alone mcp.CallToolResult
		if json.Unmarshal(fmt.Appendf(nil, `{"content":[%s]}`, part), &alone) != nil {
			parts[i], is = fmt.Appendf(nil, `{"type":"text","text":%q}`, unreadPartText), true
		}
	}
	if !is {
		return nil, false
	}
	var err error
	if result["content"], err = json.Marshal(parts); err == nil {
		if m["result"], err = json.Marshal(result); err == nil {
			mended, err = json.Marshal(m)
		}
	}
	return mended, err == nil
}

// patience bounds how often a server may ask something, be it only for a sign of life. What
// comes faster gets no answer.
type patience struct {
	now func() time.Time

	mu   sync.Mutex
	left float64
	at   time.Time
}

// How many questions of a server are taken at once, and how many a second then.
const (
	mostAtOnce  = 50
	mostASecond = 5
	heavy       = mostAsked / 8 // bytes
)

// weight is for how many more a long question counts, since it is kept until its turn comes.
//
//go:noinline
func weight(said []byte) int { return len(said)/heavy + rawjson.Values(said)/1000 }

// takes reports whether so many more are taken.
func (p *patience) takes(n int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.at.IsZero() {
		p.left = mostAtOnce
	} else {
		p.left = min(p.left+now.Sub(p.at).Seconds()*mostASecond, mostAtOnce)
	}
	p.at = now
	if p.left < float64(n) {
		return false
	}
	p.left -= float64(n)
	return true
}

// asksIn is how many questions a list of messages has, as early revisions have it.
func asksIn(data []byte) (n int) {
	var all []json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		return 0 // the library does not read it either
	}
	for _, one := range all {
		m, err := jsonrpc.DecodeMessage(one)
		if r, is := m.(*jsonrpc.Request); err == nil && is && r.IsCall() {
			n++
		}
	}
	return n
}
