package server

import "net/http"

// refuse responds in the words and the format of the server.
func (r rules) refuse(w http.ResponseWriter, seen *Request, why string) {
	if r.refusal == nil {
		refuse(w, seen, http.StatusBadRequest, why)
		return
	}
	seen.Refused = why
	status, body := r.refusal(why)
	reply(w, seen, status, body)
}

// codeAndError is xAI's: the text is the error itself.
func codeAndError(why string) (int, any) {
	return http.StatusBadRequest, map[string]string{"code": "Client specified an invalid argument", "error": why}
}

// onlyError is LM Studio's.
func onlyError(why string) (int, any) { return http.StatusBadRequest, map[string]string{"error": why} }

// jinja is llama.cpp's: what its template refuses is an error of the server.
func jinja(why string) (int, any) {
	return http.StatusInternalServerError, map[string]any{"error": map[string]any{
		"code": 500, "message": "Error: Jinja Exception: " + why, "type": "server_error",
	}}
}

// objectError is vLLM's: an object of its own, not nested in error.
func objectError(why string) (int, any) {
	return http.StatusBadRequest, map[string]any{"object": "error", "message": why, "type": "BadRequestError", "param": nil, "code": 400}
}
