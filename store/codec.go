package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"parley/forms"
	"parley/forms/rawjson"
	"parley/store/text/clean"
)

// wireHead is the head as it is written: Head and the type name.
type wireHead struct {
	Head
	Type string `json:"type"`
}

// Encode writes an event as one flat JSON object without a newline: the fields of the
// head, then "type", then the fields of the body. Angle brackets are not escaped, and
// bytes that are not UTF-8 become U+FFFD, so that a line is valid JSON for every
// reader. An Unknown body has no fields to write and is an error: copy such an event
// by its Line instead. A stored line is safe to print: terminal control characters
// are escaped.
func Encode(h Head, b Body) ([]byte, error) {
	if _, unknown := b.(Unknown); unknown || b == nil {
		return nil, fmt.Errorf("store: encode event %d: a body of unknown type cannot be written, pass its line on", h.Seq)
	}
	h.Time = h.Time.UTC()
	head, err := rawjson.Encode(wireHead{h, b.Type()})
	if err != nil {
		return nil, fmt.Errorf("store: encode event %d (%s): %w", h.Seq, b.Type(), err)
	}
	body, err := rawjson.Encode(written(b))
	if err != nil {
		return nil, fmt.Errorf("store: encode event %d (%s): %w", h.Seq, b.Type(), err)
	}
	line := head
	if len(body) > len("{}") {
		line = append(head[:len(head)-1], ',')
		line = append(line, body[1:]...)
	}
	if !utf8.Valid(line) {
		line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
	}
	return clean.JSON(line), nil
}

// written is a body as it goes to the file: a question's defaults are omitted.
func written(b Body) Body {
	switch b := b.(type) {
	case InquiryRequest:
		b.Question = plain(b.Question)
		return b
	case ToolAsked:
		form := make([]forms.Question, len(b.Form))
		for i, q := range b.Form {
			form[i] = plain(q)
		}
		b.Form = form
		return b
	default:
		return b
	}
}

func plain(q forms.Question) forms.Question {
	if q.Persistence == forms.PersistTurn {
		q.Persistence = ""
	}
	return q
}

// Decode reads one line and keeps nothing of it: the event's Line returns the same
// bytes. An event of an unknown type or format version gets an Unknown body. Unknown
// fields are kept in Line. The error says what is wrong with the line.
func Decode(line []byte) (Event, error) { return decode(line, &speller{}) }

func decode(line []byte, s *speller) (Event, error) {
	if h, ok := readHead(line); ok {
		if e, err := s.event(h, line); err == nil {
			return e, nil
		} // otherwise the fault is reported as for any line
	}
	var h wireHead
	if err := json.Unmarshal(line, &h); err != nil {
		return Event{}, errors.New(jsonFault(line, err))
	}
	return s.event(h, line)
}

// event reads what a line says beyond its head.
func (s *speller) event(h wireHead, line []byte) (Event, error) {
	if err := checkHead(h); err != nil {
		return Event{}, err
	}
	if h.Conversation == s.conversation {
		h.Conversation = s.conversation
	}
	s.conversation = h.Conversation
	e := Event{Head: h.Head, Body: Unknown{Name: h.Type}}
	e.Time = e.Time.UTC()
	if h.V <= Version {
		body, err := decodeBody(h.Type, line)
		if err != nil {
			return Event{}, fmt.Errorf("event %d (%s): %s", h.Seq, h.Type, jsonFault(line, err))
		}
		e.Body = body
	}
	e.line = s.spell(e, line)
	return e, nil
}

// mostSeq is the largest number of an event: those after it have to be numbered as well, and be read by others, for
// many of whom a number of JSON is exact up to 2^53.
const mostSeq = 1 << 52

func checkHead(h wireHead) error {
	missing := ""
	switch {
	case h.V < 1:
		missing = "v"
	case h.Seq < 1, h.Seq > mostSeq:
		missing = "seq"
	case h.Turn < 0, h.Turn > math.MaxInt32:
		missing = "turn"
	case h.ID == "":
		missing = "event"
	case h.Time.IsZero(), !writable(h.Time):
		missing = "time"
	case h.Conversation == "":
		missing = "conversation"
	case h.Type == "":
		missing = "type"
	default:
		return nil
	}
	return fmt.Errorf("the event has no valid %q", missing)
}

// writable reports whether a time can be written as JSON: in UTC its year has four digits.
func writable(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 0 && year <= 9999
}

// jsonFault describes a fault in a line in the words of this package.
func jsonFault(line []byte, err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		if wrong.Field == "" {
			return "the line is not a JSON object"
		}
		field := strings.TrimPrefix(wrong.Field, "Head.") // the wire format has no such level
		return fmt.Sprintf("the field %q has a value of the wrong kind (%s)", field, wrong.Value)
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		if syntax.Error() == "unexpected end of JSON input" {
			return "the line ends in the middle of the event"
		}
		return fmt.Sprintf("the line is not JSON at byte %d", syntax.Offset)
	}
	var when *time.ParseError
	if errors.As(err, &when) {
		return "the time is not in RFC 3339"
	}
	return err.Error()
}

func decodeBody(name string, line []byte) (Body, error) {
	read, known := bodyReader(name)
	if !known {
		return Unknown{Name: name}, nil
	}
	return read(line)
}

// bodyReader maps a type name on the wire to the function that reads its fields. (A
// flat table; longer than other functions.)
func bodyReader(name string) (func([]byte) (Body, error), bool) {
	switch name {
	case TurnStart{}.Type():
		return read[TurnStart], true
	case TurnEnding{}.Type():
		return read[TurnEnding], true
	case TurnEnd{}.Type():
		return read[TurnEnd], true
	case Resumed{}.Type():
		return read[Resumed], true
	case ChatRequest{}.Type():
		return read[ChatRequest], true
	case ChatResponse{}.Type():
		return read[ChatResponse], true
	case Reasoning{}.Type():
		return read[Reasoning], true
	case ToolCallRequest{}.Type():
		return read[ToolCallRequest], true
	case ResponseEnd{}.Type():
		return read[ResponseEnd], true
	case ResponseDropped{}.Type():
		return read[ResponseDropped], true
	case ModelFailed{}.Type():
		return read[ModelFailed], true
	case ToolStarted{}.Type():
		return read[ToolStarted], true
	case ToolAsked{}.Type():
		return read[ToolAsked], true
	case ToolFinished{}.Type():
		return read[ToolFinished], true
	case ToolCallResponse{}.Type():
		return read[ToolCallResponse], true
	case PermissionRequest{}.Type():
		return read[PermissionRequest], true
	case PermissionResponse{}.Type():
		return read[PermissionResponse], true
	case MemoryRevoked{}.Type():
		return read[MemoryRevoked], true
	case InquiryRequest{}.Type():
		return read[InquiryRequest], true
	case InquiryResponse{}.Type():
		return readInquiryResponse, true
	case GuardTripped{}.Type():
		return read[GuardTripped], true
	case GuardResolved{}.Type():
		return read[GuardResolved], true
	case ScratchpadNote{}.Type():
		return read[ScratchpadNote], true
	case ConfigDelta{}.Type():
		return read[ConfigDelta], true
	case Title{}.Type():
		return read[Title], true
	case ForkedFrom{}.Type():
		return read[ForkedFrom], true
	case Repaired{}.Type():
		return read[Repaired], true
	case RuleAdded{}.Type():
		return read[RuleAdded], true
	case RuleRevoked{}.Type():
		return read[RuleRevoked], true
	case Workspace{}.Type():
		return read[Workspace], true
	case Instructions{}.Type():
		return read[Instructions], true
	case ContextTrimmed{}.Type():
		return read[ContextTrimmed], true
	case ContextSummary{}.Type():
		return read[ContextSummary], true
	case ContextRevoked{}.Type():
		return read[ContextRevoked], true
	case SummaryAsked{}.Type():
		return read[SummaryAsked], true
	case SummaryDropped{}.Type():
		return read[SummaryDropped], true
	case FileKept{}.Type():
		return read[FileKept], true
	case Undone{}.Type():
		return read[Undone], true
	case Observed{}.Type():
		return read[Observed], true
	case AnswerRefused{}.Type():
		return read[AnswerRefused], true
	case UserCommand{}.Type():
		return read[UserCommand], true
	case UserCommandEnd{}.Type():
		return read[UserCommandEnd], true
	default:
		return nil, false
	}
}

func read[B Body](line []byte) (Body, error) {
	var b B
	if err := json.Unmarshal(line, &b); err != nil {
		return nil, err
	}
	return b, nil
}

// readInquiryResponse treats a response with an answer but no outcome as answered,
// which is how the first conversations were written.
func readInquiryResponse(line []byte) (Body, error) {
	b, err := read[InquiryResponse](line)
	if err != nil {
		return nil, err
	}
	r, ok := b.(InquiryResponse)
	if ok && r.Outcome == "" && r.Answer != nil {
		r.Outcome = Answered
	}
	return r, nil
}

// Digest is the hex SHA-256 of a line without its newline: the "prev" field of a
// decision holds this digest of the previous one.
func Digest(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}
