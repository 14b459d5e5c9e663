import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink, type LinkProps } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** The address of a page of the shop, as the router knows them. */
export type PageAddress = NonNullable<LinkProps['to']>

type AnchorElement<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>

/** A link that looks like a button. */
export const ButtonLink = createLink((props: AnchorElement<ButtonProps>) => <Button component="a" {...props} />)

/** A link within or beside text. */
export const TextLink = createLink((props: AnchorElement<AnchorProps>) => <Anchor {...props} />)
