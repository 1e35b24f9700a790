package teatest

import "testing"

// TestOpenPermissionOutlivesAChangedConfiguration: a permission that was open when the
// program was killed is answered once, even if the configuration now lets commands run
// unattended.
func TestOpenPermissionOutlivesAChangedConfiguration(t *testing.T) {
	for _, how := range []way{headless, plain, screen} {
		t.Run(string(how), func(t *testing.T) {
			s := newStory(t, false)
			w := s.begin(screen, point{2, -1}) // the third prompt is the first permission
			s.reopen(w)
			if !w.killed || len(s.record.of("permission_request")) != 1 || len(s.record.of("permission_response")) != 0 {
				t.Fatalf("killed %v, with no permission open", w.killed)
			}
			s.unattended = true
			s.reopen(s.begin(how, never()))
			s.finished()
		})
	}
}
