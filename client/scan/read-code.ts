/** Reads the text of a QR code in a picture; null without one. */
export type ReadCode = (picture: HTMLVideoElement) => Promise<string | null>
