package mcp

import (
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tool"
	"parley/store/text/secret"
)

// mostContent is how many bytes of a result the model gets; the beginning and the end.
const mostContent = 256 << 10

// outcome is what a model gets of a result.
// hide keeps a token out of it that the server repeats, also where its middle would be cut out.
func (r remote) outcome(result *mcp.CallToolResult, hide func(string) string) tool.Outcome {
	text := shortened(hide(contentText(result, hide)))
	if result.IsError {
		if text == "" {
			text = noReasonText(r.spec.Name)
		}
		return tool.Failure{Message: text}
	}
	return tool.Success{Content: text, Images: images(result)}
}

// images are the images of a result.
func images(result *mcp.CallToolResult) *tool.Images {
	var all []tool.Image
	for _, c := range result.Content {
		if image, ok := c.(*mcp.ImageContent); ok {
			all = append(all, tool.Image{Name: imageName(len(all) + 1), Data: image.Data})
		}
	}
	if all == nil {
		return nil
	}
	return &tool.Images{All: all}
}

// contentText is the content of a result as text. What hide takes out is in none of the parts that are JSON.
func contentText(result *mcp.CallToolResult, hide func(string) string) string {
	var parts []string
	told, images := false, 0
	for _, c := range result.Content {
		if _, image := c.(*mcp.ImageContent); image {
			images++
		}
		part, text := partText(c, images, hide)
		told = told || text
		parts = append(parts, part)
	}
	if !told && result.StructuredContent != nil {
		if b, err := json.Marshal(result.StructuredContent); err == nil {
			parts = append(parts, secret.HideText(string(b), hide))
		}
	}
	return strings.Join(parts, "\n")
}

// partText is one part of a result, with so many images up to it that go with it, and whether
// it is text of the server's own. Where that is JSON, what hide takes out is not in it.
func partText(c mcp.Content, images int, hide func(string) string) (string, bool) {
	switch c := c.(type) {
	case *mcp.TextContent:
		return secret.HideText(c.Text, hide), true
	case *mcp.ImageContent:
		if images == 0 {
			return lostImageText(c.MIMEType, len(c.Data)), false
		}
		return imageText(images, c.MIMEType), false
	case *mcp.AudioContent:
		return audioText(c.MIMEType, len(c.Data)), false
	case *mcp.ResourceLink:
		return linkText(c.Name, c.URI, c.MIMEType, c.Description), false
	case *mcp.EmbeddedResource:
		if c.Resource == nil {
			return "", false
		}
		if c.Resource.Blob != nil {
			return blobText(c.Resource.URI, c.Resource.MIMEType, len(c.Resource.Blob)), false
		}
		return resourceText(c.Resource.URI, secret.HideText(c.Resource.Text, hide)), true
	}
	return unknownPartText, false
}
