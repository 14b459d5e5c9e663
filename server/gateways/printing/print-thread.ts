import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Sheet } from '#domain/ticket-sheet/sheet.ts'
import { ticketPdf } from '#print/ticket-pdf.ts'

/** An order to draw sheets as one PDF file. */
export type PrintOrder = { id: number; sheets: readonly Sheet[]; title: string }
/** The drawn file, or why it could not be drawn. */
export type PrintAnswer = { id: number; file: Uint8Array<ArrayBuffer> } | { id: number; fault: string }

// On Linux, this concerns only this thread. Elsewhere it would slow the whole process down.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

const FONTS = new URL('../../../print/fonts/', import.meta.url)
const readFont = async (name: string) => new Uint8Array(await readFile(new URL(name, FONTS)))
const fonts = { regular: await readFont('noto-sans-regular.ttf'), bold: await readFont('noto-sans-bold.ttf') }

parentPort?.on('message', ({ id, sheets, title }: PrintOrder) => {
  try {
    const file = ticketPdf(sheets, title, fonts).output('arraybuffer')
    parentPort?.postMessage({ id, file: new Uint8Array(file) } satisfies PrintAnswer, [file])
  } catch (error) {
    parentPort?.postMessage({ id, fault: String(error) } satisfies PrintAnswer, [])
  }
})
