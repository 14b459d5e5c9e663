/** The formats of a printed ticket: A4 to fold twice, or a page as large as a phone. */
export const SHEET_FORMATS = ['A4', 'PHONE'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** A text of a sheet. Sizes are points, `gap` is the space above it in millimetres. */
export type SheetText = {
  readonly text: string
  readonly size: number
  readonly gap?: number
  readonly isBold?: boolean
  readonly isSoft?: boolean
}

/** A box in millimetres from the upper left corner of the page. */
export type SheetBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Texts below each other, wrapped at the width of the box and made smaller until they fit its height. */
export type SheetColumn = SheetBox & { readonly texts: readonly SheetText[] }

/** A dashed line to fold along. */
export type SheetFold = { readonly from: readonly [x: number, y: number]; readonly to: readonly [x: number, y: number] }

/** One page: size, texts, fold lines and a QR code, whose box does not include its white margin. In millimetres. */
export type Sheet = {
  readonly width: number
  readonly height: number
  readonly columns: readonly SheetColumn[]
  readonly folds: readonly SheetFold[]
  readonly code: SheetBox & { readonly text: string }
}
