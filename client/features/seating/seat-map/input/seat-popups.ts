// Loaded after the map, because nothing can be pointed at earlier.
export { SeatCandidate } from './seat-candidate.tsx'
export { SeatTip } from './seat-tip.tsx'
