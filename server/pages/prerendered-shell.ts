import { imageAddress, imageSrcSet } from '#contract/images.ts'
import { type Address, mainPages, pages } from '#contract/pages.ts'
import { escapeText } from './escape.ts'
import type { FirstList, FirstPart, FirstRow, PageDescription, Picture } from './page.ts'

/** Rows that fill the first screen of a list. The client code adds the rest. */
const FIRST_ROWS = 3

/** Characters that fill the first screen of a text. */
const FIRST_LETTERS = 1_200

const publicPages = mainPages.filter(({ access }) => access === 'public')

const header = [
  '<header><div>',
  `<a href="./"><img src="favicon.svg" width="28" height="28" alt="">${pages.home.title}</a>`,
  `<nav>${publicPages.map((page) => link(page.href(), page.nav)).join('')}</nav>`,
  '</div></header>',
].join('')

/** Writes navigation, heading and first content of a page, laid out like the client code will draw them. */
export function writePrerenderedShell(page: PageDescription): string {
  const { kind = 'website', address } = page
  const main = address === undefined && kind !== 'show' ? '' : writeMain(page)
  return `<div class="prerendered-shell" data-kind="${kind}">${header}<main>${main}</main></div>`
}

function writeMain({
  title,
  heading = title,
  description,
  back,
  picture,
  list,
  programme,
  text,
  ...page
}: PageDescription): string {
  const lead = page.lead ?? description ?? ''
  return [
    back && link(back.address, `← ${back.name}`),
    '<section>',
    // Browsers do not fetch a lazy picture that they do not show.
    picture && image(picture, page.kind === 'show' ? 'loading="lazy"' : 'fetchpriority="high"'),
    `<h1>${escapeText(heading)}</h1>`,
    lead && `<p>${escapeText(lead)}</p>`,
    text && `<p>${escapeText(text.slice(0, FIRST_LETTERS))}</p>`,
    programme && writeProgramme(programme),
    '</section>',
    list && writeList(list),
  ]
    .filter(Boolean)
    .join('')
}

function writeList({ layout, filters = 0, tabs = [], rows }: FirstList): string {
  const links = tabs.map(({ name, address }) => link(address, name)).join('')
  const fields = '<i></i>'.repeat(filters)
  return [
    links && `<nav>${links}</nav>`,
    '<div class="first-list">',
    fields && `<div class="first-filters">${fields}</div>`,
    `<ul data-layout="${layout}">${rows.slice(0, FIRST_ROWS).map(writeRow).join('')}</ul></div>`,
  ].join('')
}

/** Writes the programme below a space for the search. */
function writeProgramme(parts: readonly FirstPart[]): string {
  const written = parts.map(({ name, shows }) => {
    const rows = shows.map(({ title, address, text, price, picture }) => {
      const drawn = picture ? image(picture, 'loading="lazy"') : '<i></i>'
      return `<li>${drawn}<div>${link(address, title)}<p>${escapeText(text)}</p><p>${escapeText(price)}</p></div></li>`
    })
    const columns = Math.ceil(shows.length / 3)
    return `<div data-columns="${columns}"><h2>${escapeText(name)}</h2><ul>${rows.join('')}</ul></div>`
  })
  return `<i></i><div class="first-programme">${written.join('')}</div>`
}

function writeRow({ title, address, text, picture }: FirstRow, index: number): string {
  const drawn = picture ? image(picture, index === 0 ? 'fetchpriority="high"' : 'loading="lazy"') : ''
  return `<li>${drawn}<div><h2>${link(address, title)}</h2><p>${escapeText(text)}</p></div></li>`
}

function link(address: Address, name: string): string {
  return `<a href="${address.slice(1) || './'}">${escapeText(name)}</a>`
}

function image({ name, sizes }: Picture, urgency: string): string {
  const set = escapeText(imageSrcSet(name))
  return `<img src="${escapeText(imageAddress(name, 640))}" srcset="${set}" sizes="${sizes}" alt="" ${urgency}>`
}
