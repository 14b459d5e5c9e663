import { imageAddress, imageSet } from '#contract/images.ts'
import { escapeText } from './escape.ts'
import type { FirstList, FirstRow, Page, Picture } from './page.ts'

/** What fills a screen of a list; the rest comes with the code. */
const FIRST_ROWS = 3

/** What stands on the page until its code is there: heading, picture, lead and first rows, about where the code will put them. */
export function writeFirstSight({
  title,
  heading = title,
  description,
  address,
  kind,
  picture,
  list,
  ...page
}: Page): string {
  if (address === undefined) return ''
  const lead = page.lead ?? description ?? ''
  return [
    `<main class="first-sight" data-kind="${kind ?? 'website'}">`,
    picture ? image(picture, 'fetchpriority="high"') : '',
    `<h1>${escapeText(heading)}</h1>`,
    lead && `<p>${escapeText(lead)}</p>`,
    list ? writeList(list) : '',
    '</main>',
  ].join('')
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

function writeRow({ title, address, text, picture }: FirstRow, index: number): string {
  const drawn = picture ? image(picture, index === 0 ? 'fetchpriority="high"' : 'loading="lazy"') : ''
  return `<li>${drawn}<div><h2>${link(address, title)}</h2><p>${escapeText(text)}</p></div></li>`
}

function link(address: string, name: string): string {
  return `<a href="${escapeText(address)}">${escapeText(name)}</a>`
}

function image({ name, sizes }: Picture, urgency: string): string {
  const set = escapeText(imageSet(name))
  return `<img src="${escapeText(imageAddress(name, 640))}" srcset="${set}" sizes="${sizes}" alt="" ${urgency}>`
}
