// Runs on the page of the API reference and shows the OpenAPI document by Swagger UI.

// Swagger UI renders the Markdown of the guide as HTML. The default policy accepts plain tags without attributes.
const DISALLOWED_TAG = /<(?!\/?(?:h[1-6]|p|ul|ol|li|table|thead|tbody|tr|th|td|code|pre|strong|em|i|br)>)/
globalThis.trustedTypes?.createPolicy('default', { createHTML: (html) => (DISALLOWED_TAG.test(html) ? null : html) })

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', applyColorScheme)
applyColorScheme()

const removed = () => () => null

/** Repairs components of Swagger UI that screen readers cannot use. */
const accessible = {
  // Delivered as a link inside the button that opens a call.
  DeepLink:
    (Original, { React }) =>
    (props) =>
      React.createElement(Original, { ...props, enabled: false }),
  // Delivered outside all landmarks.
  InfoContainer:
    (Original, { React }) =>
    (props) => {
      return React.createElement('div', { role: 'region', 'aria-label': 'Guide' }, React.createElement(Original, props))
    },
  // Delivered as a select without a name.
  ExamplesSelect:
    (Original, { React }) =>
    (props) => {
      const select = React.createElement(Original, { ...props, showLabels: false })
      const name = React.createElement('span', null, 'Example')
      return React.createElement('label', { className: 'example-name' }, name, select)
    },
}

/** Removes the inputs for tokens and servers, because the page sends no calls. */
const withoutSending = { authorizeBtn: removed, authorizeOperationBtn: removed, ServersContainer: removed }

/**
 * Returns a part of the document with the referenced examples in place. Swagger UI's own resolver first reads all of
 * the document, which keeps a browser busy for many seconds at the first call that is opened.
 */
async function resolveSubtree(document, path) {
  const find = (keys) => keys.reduce((part, key) => part[key], document)
  const resolve = (value) => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value.$ref === 'string') return resolve(find(value.$ref.split('/').slice(1)))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]))
  }
  return { spec: resolve(find(path)), errors: [] }
}

globalThis.SwaggerUIBundle({
  domNode: document.querySelector('#reference'),
  url: document.querySelector('link[rel="service-desc"]').href,
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  // Drawing all calls takes many seconds on a slow machine. A link to a call opens its group.
  docExpansion: 'none',
  supportedSubmitMethods: [],
  // Off, because its colours have too little contrast.
  syntaxHighlight: { activated: false },
  plugins: [
    () => ({
      wrapComponents: { ...accessible, ...withoutSending },
      afterLoad() {
        this.fn.resolveSubtree = resolveSubtree
      },
    }),
  ],
})
