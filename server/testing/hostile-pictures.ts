import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { chunk, end, flatPng, header, HEIGHT, pixels, png, rows, SIGNATURE, WIDTH, zeros } from './build-png.ts'

/** The expected outcome of an upload: `cleaned` is stored without extras; `either` may be refused instead. */
export type Outcome = 'refused' | 'cleaned' | 'either'
export type HostilePicture = { what: string; content: Buffer; outcome: Outcome }

/** The marker of injected content in every file. */
export const PAYLOAD = '<script>alert("payload")</script>'

const plain = png(header(), pixels(), end)
const withChunks = (...chunks: Buffer[]) => png(header(), ...chunks, pixels(), end)

const text = (value: string) => Buffer.from(value)
const nul = '\u0000'
const textChunk = chunk('tEXt', `Comment${nul}${PAYLOAD}`)
const word = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255))

const exif = Buffer.concat([
  Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x3b\0\x02', 'latin1'),
  word(34),
  word(26),
  word(0),
  text(`${PAYLOAD}${nul}`),
])
const frame = Buffer.concat([word(0), word(WIDTH), word(HEIGHT), word(0), word(0), Buffer.from([0, 1, 0, 10, 0, 0])])

const refused: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from([0x89]),
  'a signature alone': SIGNATURE,
  'a signature and a page': Buffer.concat([SIGNATURE, text(`<html>${PAYLOAD}`.padEnd(200))]),
  'a header alone': png(header()),
  'a header and an end': png(header(), end),
  'cut in the header': plain.subarray(0, 20),
  'cut after the header': plain.subarray(0, 33),
  'cut in the pixels': plain.subarray(0, 50),
  'a header with a wrong checksum': png(header({}, { crc: 1 }), pixels(), end),
  'pixels with a wrong checksum': png(header(), pixels(undefined, { crc: 1 }), end),
  'no header': png(pixels(), end),
  'pixels before the header': png(pixels(), header(), end),
  'no pixels for half of it': png(header(), pixels(rows(WIDTH * 3, { count: 12 })), end),
  'pixels that are not packed': png(header(), chunk('IDAT', PAYLOAD.repeat(20)), end),
  'no palette': png(header({ color: 3 }), pixels(rows(WIDTH)), end),
  'a colour type that is none': png(header({ color: 7 }), pixels(), end),
  'a depth that is none': png(header({ depth: 3 }), pixels(), end),
  'a packing that is none': png(header({ compression: 1 }), pixels(), end),
  'a filter that is none': png(header({ filter: 1 }), pixels(), end),
  'an interlacing that is none': png(header({ interlace: 2 }), pixels(), end),
  'a row filter that is none': png(header(), pixels(rows(WIDTH * 3, { filter: 9 })), end),
  'no width': png(header({ width: 0 }), pixels(), end),
  'no height': png(header({ height: 0 }), pixels(), end),
  'a side of two thousand million': png(header({ width: 0x7fffffff, height: 1 }), pixels(), end),
  'a side beyond numbers': png(header({ width: 0xffffffff, height: 0xffffffff }), pixels(), end),
  'a bomb of 2,500 megapixels': png(header({ width: 50_000, height: 50_000 }), chunk('IDAT', zeros(5_000_000)), end),
  'a bomb of 41 megapixels': png(
    header({ width: 8_200, height: 5_000, color: 0 }),
    chunk('IDAT', zeros(41_005_000)),
    end,
  ),
  'a line of 41 megapixels': png(
    header({ width: 41_000_000, height: 1, color: 0 }),
    chunk('IDAT', zeros(41_000_001)),
    end,
  ),
  'a column of 40 megapixels': png(header({ width: 1, height: 40_000_000, color: 0 }), pixels(), end),
  'a line one pixel too long': flatPng({ width: 8_193, height: 1 }),
  'a column one pixel too long': flatPng({ width: 1, height: 8_193 }),
  '20 megapixels of 16 bits and four channels': png(
    header({ width: 8_192, height: 2_442, depth: 16, color: 6 }),
    pixels(),
    end,
  ),
  'a chunk longer than the file': png(header(), chunk('IDAT', 'x', { length: 0x7fffffff }), end),
  'a chunk of negative length': png(header(), chunk('IDAT', 'x', { length: 0xffffffff }), end),
  'a critical chunk nobody knows': withChunks(chunk('EVIL', PAYLOAD)),
  'more than a megabyte': withChunks(chunk('tEXt', `Comment${nul}${'x'.repeat(1_000_000)}`)),
  'a page': text(`<!doctype html><html><body>${PAYLOAD}</body></html>`.padEnd(100)),
  'an SVG': text(`<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`.padEnd(100)),
  'an SVG with an entity': text(
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
  ),
  'an SVG that asks elsewhere': text('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/"/></svg>'),
  'a script': text(`#!/bin/sh\n# ${PAYLOAD}\nexit 0\n`.padEnd(100)),
  'a PHP page': text(`<?php echo '${PAYLOAD}' ?>`.padEnd(100)),
  'a PDF': text(`%PDF-1.7\n${PAYLOAD}\n%%EOF`.padEnd(100)),
  'a ZIP': Buffer.concat([Buffer.from('504b0304', 'hex'), text(PAYLOAD.repeat(4))]),
  'a program': Buffer.concat([text('MZ'), Buffer.alloc(200)]),
  'a bitmap': Buffer.concat([text('BM'), Buffer.alloc(200)]),
  'a PNG behind a page': Buffer.concat([text(PAYLOAD), plain]),
  'a PNG behind the head of a GIF': Buffer.concat([text('GIF89a'), plain]),
  'a PNG as text': text(plain.toString('base64')),
  'a JNG': Buffer.concat([Buffer.from('8b4a4e470d0a1a0a', 'hex'), plain.subarray(8)]),
}

const cleaned: Record<string, Buffer> = {
  'a plain PNG': plain,
  'shades of grey': png(header({ color: 0 }), pixels(rows(WIDTH)), end),
  'black and white': png(header({ color: 0, depth: 1 }), pixels(rows(WIDTH / 8)), end),
  'a palette': png(header({ color: 3 }), chunk('PLTE', Buffer.alloc(768, 90)), pixels(rows(WIDTH)), end),
  transparency: png(header({ color: 6 }), pixels(rows(WIDTH * 4)), end),
  'sixteen bits': png(header({ depth: 16 }), pixels(rows(WIDTH * 6)), end),
  'pixels in many chunks': png(header(), ...inPieces(deflateSync(rows(WIDTH * 3)), 7), end),
  'a page behind the end': Buffer.concat([plain, text(`<html>${PAYLOAD}</html>`)]),
  'a ZIP behind the end': Buffer.concat([plain, Buffer.from('504b0304', 'hex'), text(PAYLOAD)]),
  'another PNG behind the end': Buffer.concat([plain, plain]),
  'the longest line': flatPng({ width: 8_192, height: 1 }),
  'the longest column': flatPng({ width: 1, height: 8_192 }),
  'a script in a text': withChunks(textChunk),
  'a script in an international text': withChunks(chunk('iTXt', `XML:com.adobe.xmp${nul.repeat(5)}${PAYLOAD}`)),
  'a script in a packed text': withChunks(
    chunk('zTXt', Buffer.concat([text(`Comment${nul}${nul}`), deflateSync(PAYLOAD)])),
  ),
  'a script in a private chunk': withChunks(chunk('eVIl', PAYLOAD)),
  'a script behind the pixels': png(header(), pixels(), textChunk, end),
  'a place in EXIF': withChunks(chunk('eXIf', exif)),
  'a time and a size on paper': withChunks(
    chunk('tIME', Buffer.from([7, 228, 1, 1, 0, 0, 0])),
    chunk('pHYs', Buffer.alloc(9, 1)),
  ),
  'a text of 900 KB': withChunks(chunk('tEXt', `Comment${nul}${PAYLOAD.repeat(27_000)}`)),
  'an animation': png(header(), chunk('acTL', Buffer.concat([word(2), word(0)])), chunk('fcTL', frame), pixels(), end),
  'an animation of 400 frames': png(
    header(),
    chunk('acTL', Buffer.concat([word(400), word(0)])),
    chunk('fcTL', frame),
    pixels(),
    ...Array.from({ length: 399 }, (_, index) =>
      Buffer.concat([
        chunk('fcTL', Buffer.concat([word(2 * index + 1), frame.subarray(4)])),
        chunk('fdAT', Buffer.concat([word(2 * index + 2), deflateSync(rows(WIDTH * 3))])),
      ]),
    ),
    end,
  ),
}

// Decoders differ in these: either outcome must store nothing unsafe.
const either: Record<string, Buffer> = {
  'no end': png(header(), pixels()),
  'an end cut short': plain.subarray(0, plain.length - 5),
  'an end with content': png(header(), pixels(), chunk('IEND', PAYLOAD)),
  'an end with a wrong checksum': png(header(), pixels(), chunk('IEND', '', { crc: 1 })),
  'a text with a wrong checksum': withChunks(chunk('tEXt', `Comment${nul}${PAYLOAD}`, { crc: 1 })),
  'a text without an end of its name': withChunks(chunk('tEXt', PAYLOAD)),
  'five thousand texts': withChunks(...Array.from({ length: 5_000 }, () => textChunk)),
  'a packed text of 200 MB': withChunks(
    chunk('zTXt', Buffer.concat([text(`Comment${nul}${nul}`), zeros(200_000_000)])),
  ),
  'a colour profile of 200 MB': withChunks(
    chunk('iCCP', Buffer.concat([text(`${PAYLOAD.slice(0, 20)}${nul}${nul}`), zeros(200_000_000)])),
  ),
  'a colour profile that is none': withChunks(
    chunk('iCCP', Buffer.concat([text(`p${nul}${nul}`), deflateSync(PAYLOAD)])),
  ),
  'more pixels than it says': png(header(), chunk('IDAT', zeros(200_000_000)), end),
  'two headers': png(header(), header({ width: 20_000, height: 20_000 }), pixels(), end),
  'two palettes': png(
    header({ color: 3 }),
    chunk('PLTE', Buffer.alloc(768)),
    chunk('PLTE', PAYLOAD.slice(0, 33)),
    pixels(rows(WIDTH)),
    end,
  ),
  'a palette too short': png(header({ color: 3 }), chunk('PLTE', Buffer.alloc(3)), pixels(rows(WIDTH)), end),
  'a chunk name that is no letters': withChunks(chunk('\u0001\u0002\u0003\u0004', PAYLOAD)),
  'frames beyond numbers': png(
    header(),
    chunk('acTL', Buffer.concat([word(-1), word(-1)])),
    chunk('fcTL', frame),
    pixels(),
    end,
  ),
  'a script as pixels': png(
    header(),
    pixels(Buffer.concat([rows(WIDTH * 3, { count: HEIGHT - 1 }), text(`${nul}${PAYLOAD.repeat(3)}`).subarray(0, 97)])),
    end,
  ),
}

function inPieces(content: Buffer, size: number): Buffer[] {
  const count = Math.ceil(content.length / size)
  return Array.from({ length: count }, (_, index) => chunk('IDAT', content.subarray(index * size, (index + 1) * size)))
}

/** Creates pictures of other formats. */
async function otherKinds(): Promise<Record<string, Buffer>> {
  const drawn = () => sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  return {
    'a JPEG': await drawn().jpeg().toBuffer(),
    'a GIF': await drawn().gif().toBuffer(),
    'a WebP': await drawn().webp().toBuffer(),
    'a TIFF': await drawn().tiff().toBuffer(),
    'an AVIF': await drawn().avif().toBuffer(),
  }
}

/** Creates files that attackers upload as pictures. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const interlaced = await sharp(plain).png({ progressive: true }).toBuffer()
  const all: [Outcome, Record<string, Buffer>][] = [
    ['refused', { ...refused, ...(await otherKinds()) }],
    ['cleaned', { ...cleaned, 'an interlaced PNG': interlaced }],
    ['either', either],
  ]
  return all.flatMap(([outcome, files]) => Object.entries(files).map(([what, content]) => ({ what, content, outcome })))
}

/** Lists the chunks of a PNG in order; `rest` counts the bytes behind its end. */
export function chunksOf(content: Buffer): { names: string[]; rest: number } {
  const names: string[] = []
  let at = SIGNATURE.length
  while (at < content.length && names.at(-1) !== 'IEND') {
    names.push(content.toString('latin1', at + 4, at + 8))
    at += content.readUInt32BE(at) + 12
  }
  return { names, rest: content.length - at }
}
