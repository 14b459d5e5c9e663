import { SelectField } from '#client/ui/forms/select-field.tsx'
import { texts } from './publication.texts.ts'

type Props<State extends string> = {
  readonly choices: readonly { readonly value: State | ''; readonly label: string }[]
  readonly value: State | undefined
  readonly onFilter: (state: State | undefined) => void
}

/** Filters a list by publication. */
export function PublicationFilter<State extends string>({ choices, value, onFilter }: Props<State>) {
  return (
    <SelectField
      label={texts.publication}
      data={[...choices]}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onFilter(
          choices
            .map((choice) => choice.value)
            .find((state): state is State => state !== '' && state === currentTarget.value),
        )
      }
    />
  )
}
