import { rowText } from '#domain/tickets/places.ts'

/** Texts about found places, loaded together with the search. `at`: the searched prices in words. */
export const foundTexts = {
  inTwoRows: (at: string) => `There aren't enough good seats side by side${at}, so these are in two rows.`,
  atTables: (at: string, tables: string) => `There aren't enough seats together${at}, so these are at ${tables}.`,
  tableWith: (name: string, seats: number) => `${rowText(name)} (${seats})`,
  nearby: (at: string) => `There aren't enough seats together${at}, so these are close to each other.`,
  apart: (at: string) => `There aren't enough seats together${at}, so these are in different parts of the house.`,
  standingInstead: (at: string) => `There aren't enough seats left${at}, so these are standing places.`,
}
