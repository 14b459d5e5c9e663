import type { Sheet, SheetBox, SheetColumn, SheetFormat } from './sheet.ts'
import {
  doorCodeTexts,
  hintTexts,
  orderTexts,
  placeCells,
  type PrintedTicket,
  type PrintingShop,
  shopTexts,
  showTexts,
  titleTexts,
} from './ticket-texts.ts'

const layouts: Readonly<Record<SheetFormat, (ticket: PrintedTicket, shop: PrintingShop) => Sheet>> = {
  A4: sheetToFold,
  PHONE: sheetOfPhone,
}

/** Lays out one page for each ticket. */
export function ticketSheets(tickets: readonly PrintedTicket[], shop: PrintingShop, format: SheetFormat): Sheet[] {
  return tickets.map((ticket) => layouts[format](ticket, shop))
}

/** Lays out an A4 page in four quarters: show and place, the code, what to bring, and the shop. */
function sheetToFold(ticket: PrintedTicket, shop: PrintingShop): Sheet {
  const [width, height, margin] = [210, 297, 14]
  const [right, below, quarter] = [width / 2 + margin, height / 2 + margin, width / 2 - 2 * margin]
  return {
    width,
    height,
    columns: [
      { x: margin, y: 16, width: quarter, height: 28, texts: titleTexts(ticket, 20) },
      { x: margin, y: 46, width: quarter, height: 36, texts: showTexts(ticket) },
      ...inCells({ x: margin, y: 90, width: quarter, height: 26 }, placeCells(ticket, 18)),
      { x: margin, y: 122, width: quarter, height: 14, texts: orderTexts(ticket) },
      { x: right, y: 104, width: quarter, height: 32, texts: doorCodeTexts(ticket, 18) },
      { x: margin, y: below, width: quarter, height: 80, texts: hintTexts(shop) },
      { x: right, y: below, width: quarter, height: 40, texts: shopTexts(shop) },
    ],
    folds: [
      { from: [0, height / 2], to: [width, height / 2] },
      { from: [width / 2, 0], to: [width / 2, height] },
    ],
    code: { x: right, y: 18, width: quarter, height: quarter, text: ticket.code },
  }
}

/** Lays out a page of 9:16. The code is at the top, where a reader finds it. */
function sheetOfPhone(ticket: PrintedTicket, shop: PrintingShop): Sheet {
  const [width, height, margin, side] = [90, 160, 7, 58]
  const inner = width - 2 * margin
  return {
    width,
    height,
    columns: [
      { x: margin, y: 73.5, width: inner, height: 17, texts: doorCodeTexts(ticket, 14) },
      ...inCells({ x: margin, y: 92, width: inner, height: 18 }, placeCells(ticket, 14)),
      { x: margin, y: 111, width: inner, height: 13, texts: titleTexts(ticket, 13) },
      { x: margin, y: 124.5, width: inner, height: 17, texts: showTexts(ticket) },
      { x: margin, y: 142, width: inner, height: 8, texts: orderTexts(ticket) },
      { x: margin, y: 150.5, width: inner, height: 8, texts: shopTexts(shop) },
    ],
    folds: [],
    code: { x: (width - side) / 2, y: 9, width: side, height: side, text: ticket.code },
  }
}

const GUTTER = 2

/** Places cells beside each other in a box. */
function inCells(box: SheetBox, cells: readonly { share: number; texts: SheetColumn['texts'] }[]): SheetColumn[] {
  let x = box.x
  return cells.map(({ share, texts }) => {
    const cell = { ...box, x, width: box.width * share - GUTTER, texts }
    x += box.width * share
    return cell
  })
}
