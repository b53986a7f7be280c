import { html } from 'ghtml'
import type { Settings } from '../../../config.ts'

type Addresses = Pick<Settings, 'publicUrl' | 'shortUrl'>

/** Three steps, each with lines for a shell. They use the variables of the steps before. */
function stepsFor({ publicUrl, shortUrl }: Addresses) {
  return [
    {
      title: '1. Register',
      text: 'The answer has a token. It is valid for 24 hours.',
      shell: `TOKEN=$(curl -s ${publicUrl}/v1/auth/register \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Ada","email":"quick-start@example.com","password":"correct horse battery"}' \\
  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    },
    {
      title: '2. Shorten',
      text: 'Send the token with each request. Then open the short address, as a browser does.',
      shell: `LINK=$(curl -s ${publicUrl}/v1/urls \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"longUrl":"https://example.com/hello"}')
echo "$LINK"
ID=$(echo "$LINK" | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
CODE=$(echo "$LINK" | sed 's/.*"shortUrl":"\\([^"]*\\)".*/\\1/')
curl -si -A 'Mozilla/5.0 Firefox/133.0' ${shortUrl}/$CODE | grep -i '^location'`,
    },
    {
      title: '3. Read clicks',
      text: 'Clicks are counted at once. Bots are counted separately.',
      shell: `curl -s ${publicUrl}/v1/clicks/analytics/$ID \\
  -H "Authorization: Bearer $TOKEN"`,
    },
  ]
}

/** Renders the quick start. It stands above the reference, in whose colours it is painted. */
export function quickStart(addresses: Addresses): string {
  return html`<section class="quick-start" aria-labelledby="quick-start">
<h2 id="quick-start">Quick start</h2>
<p>Paste the lines of each step into a shell. <a href="/graphql">GraphiQL</a> has the same operations, and
<a href="/docs/errors">a table</a> has every error code.</p>
<ol>
!${stepsFor(addresses).map(
    ({ title, text, shell }) => html`<li><h3>${title}</h3><p>${text}</p><pre><code>${shell}</code></pre></li>
`,
  )}
</ol>
</section>`
}

export const quickStartStyle = `
.quick-start {
  padding: 1.5rem 1.25rem;
  border-bottom: 1px solid var(--scalar-border-color, GrayText);
  background: var(--scalar-background-1, Canvas);
  color: var(--scalar-color-1, CanvasText);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
.quick-start h2 { margin: 0 0 .25rem; font-size: 1.375rem; line-height: 1.2; }
.quick-start h3 { margin: 0; font-size: 1rem; }
.quick-start p { margin: 0 0 .5rem; }
.quick-start a { color: inherit; text-decoration: underline; text-underline-offset: .2em; }
.quick-start ol { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1.25rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.quick-start li { min-width: 0; }
.quick-start pre { margin: 0; padding: .75rem; font: .8125rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; border-radius: .375rem; background: var(--scalar-background-2, Field); white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
.quick-start code { font: inherit; }
`
