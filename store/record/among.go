package record

import (
	"fmt"

	"parley/store"
)

// AmongText says that one of several calls of a server asks, and that it is not known which.
func AmongText(calls int) string {
	return fmt.Sprintf("It is not known which of its %d calls asks.", calls)
}

// Who is who asked a question, as the record names it: where it is not known which of several calls did, with that.
func Who(b store.InquiryRequest) string {
	if len(b.Among) == 0 {
		return asker(b.Source)
	}
	return fmt.Sprintf("%s (not known which of its %d calls)", asker(b.Source), len(b.Among))
}

// Put is what was asked, in words that stand under no call: behind who asked, where it is not known which call did.
func (x Exchange) Put() string {
	if x.Inquiry == nil || len(x.Inquiry.Among) == 0 {
		return x.Text()
	}
	return putText(asker(x.Inquiry.Source), len(x.Inquiry.Among), x.Text())
}

// Put is the same of what was decided.
func (d Decided) Put() string {
	if len(d.Among) == 0 {
		return d.Text
	}
	return putText(d.Tool, len(d.Among), d.Text)
}

func putText(who string, calls int, asked string) string {
	return fmt.Sprintf("%s, one of %d calls: %s", who, calls, asked)
}
