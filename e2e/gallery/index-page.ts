import {
  allStates,
  fileOf,
  fileOfScanner,
  nameOf,
  scannerPictures,
  schemes,
  type Screen,
  screens,
  type State,
  widths,
} from './screens.ts'

/** Writes an HTML page with all pictures: a row per page and state, light beside dark. */
export function indexPage(): string {
  const contents = screens.map((screen) => `<a href="#${nameOf(screen)}">${nameOf(screen)}</a>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Foyer: every page</title>
<style>
  body { margin: 2rem; font: 1rem/1.5 system-ui; color-scheme: light dark }
  nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem }
  .pictures { display: flex; gap: .5rem; overflow-x: auto; align-items: start }
  img { height: 24rem; width: auto; object-fit: cover; object-position: top; border: 1px solid gray }
</style>
<h1>Every page</h1>
<nav>${contents.join(' ')} <a href="#scanner">scanner</a></nav>
${screens.map(sectionOf).join('\n')}
${scannerSection()}
</html>
`
}

function sectionOf(screen: Screen): string {
  const rows = (screen.states ?? allStates).map((state) => `<h3>${state}</h3>\n${picturesOf(screen, state)}`)
  return `<h2 id="${nameOf(screen)}">${nameOf(screen)}</h2>\n${rows.join('\n')}`
}

function picturesOf(screen: Screen, state: State): string {
  const files = schemes.flatMap((scheme) => widths.map((width) => fileOf(screen, state, width, scheme)))
  return pictures(files)
}

function scannerSection(): string {
  const rows = scannerPictures.map(
    (name) => `<h3>${name}</h3>\n${pictures(schemes.map((scheme) => fileOfScanner(name, scheme)))}`,
  )
  return `<h2 id="scanner">scanner</h2>\n${rows.join('\n')}`
}

function pictures(files: readonly string[]): string {
  const images = files.map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
  return `<div class="pictures">${images.join('')}</div>`
}
