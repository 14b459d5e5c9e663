const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

/** Formats an amount in cents. */
export const euroText = (cents: number): string => euros.format(cents / 100)

/** Escapes a text for HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Draws a page of a stand-in. `content` and `head` are HTML. */
export function hostedPage(provider: string, title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} – ${provider} stand-in</title>
  ${head}
  <style>
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
    body { margin: 0 auto; max-width: 26rem; padding: 1.5rem 1rem }
    header { border-inline-start: 4px solid #b45309; padding-inline-start: .75rem; margin-block-end: 1.5rem }
    h1 { font-size: 1.5rem; margin: 0 }
    .amount { font-size: 2rem; font-weight: 600; margin: 0 }
    [role=alert] { border: 1px solid; border-radius: .5rem; color: #b91c1c; padding: .5rem .75rem }
    form { display: grid; gap: .75rem; margin-block: 1rem }
    label { display: grid; gap: .25rem }
    fieldset { border: 1px solid #8888; border-radius: .5rem; display: grid; gap: .75rem; padding: .75rem }
    select, input, button, .button { border: 1px solid #8888; border-radius: .5rem; box-sizing: border-box; font: inherit;
      min-height: 2.75rem; padding: .5rem .75rem; width: 100% }
    button { background: #1d4ed8; border-color: #1d4ed8; color: #fff; cursor: pointer }
    .quiet { background: none; border-color: #8888; color: inherit }
    .button { display: block; text-align: center; text-decoration: none }
    :focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px }
    @media (prefers-color-scheme: dark) { [role=alert] { color: #fca5a5 } }
  </style>
</head>
<body>
  <header><h1>${title}</h1>Stand-in of ${provider}: no money moves.</header>
  <main>${content}</main>
</body>
</html>
`
}
