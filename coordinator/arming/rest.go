package arming

import "time"

// TextHushed is shown while what is typed may be the rest of a secret, behind which it says what ends that.
const TextHushed = "what is typed now is dropped, as the rest of a secret; "

// SecretQuiet is how long nothing must come after what asked for a secret has closed by itself, until what comes is
// none of that secret: who types one sees nothing of it, and may not look.
const SecretQuiet = 5 * time.Second

// Esc is the name of the key that ends a rest at once.
const Esc = "esc"

// Rest is what may still be typed of an answer whose form has closed by itself. It is dropped until Enter, if that ends
// the answer, until Esc, or until nothing has come for SecretQuiet.
type Rest struct {
	answers int
	latest  time.Time
}

// Begins says that it may be typed from now on, of so many answers, at least one. What may come of another one may come
// as well. Of several answers nobody knows with which Enter the last one ends: one more may choose, filter, or be a
// line of a text.
func (r *Rest) Begins(now time.Time, answers int) {
	if r.Comes(now) {
		answers = max(answers, r.answers)
	}
	r.answers, r.latest = max(answers, 1), now
}

// Comes reports whether it may still be typed.
func (r Rest) Comes(now time.Time) bool { return r.answers > 0 && now.Sub(r.latest) < SecretQuiet }

// Until is when it is over if nothing comes.
func (r Rest) Until() time.Time { return r.latest.Add(SecretQuiet) }

// Answers is of how many answers it may be.
func (r Rest) Answers() int { return r.answers }

// Drops takes a key that is dropped, or a paste as "", and reports whether more may come.
func (r *Rest) Drops(key string, now time.Time) bool {
	if key == Esc || key == Enter && r.answers == 1 {
		r.answers = 0
	}
	r.latest = now
	return r.answers > 0
}

// Ends says which keys end it.
func (r Rest) Ends() string {
	if r.answers > 1 {
		return "Esc ends that"
	}
	return "Enter or Esc ends that"
}
