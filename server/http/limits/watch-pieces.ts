import type { IncomingMessage } from 'node:http'

/** Calls back with the bytes of each piece of a body when it arrives, before anything keeps it. 0 at the end. */
export function watchPieces(request: IncomingMessage, onPiece: (bytes: number) => void): void {
  const push = request.push.bind(request)
  request.push = (piece: Buffer | null) => {
    onPiece(piece?.length ?? 0)
    return push(piece)
  }
}
