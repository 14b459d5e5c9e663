import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LocationId } from '#domain/ids.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import rows from '#client/ui/lists/rows.module.css'
import { AddGateForm, EditGateForm } from './gate-form.tsx'
import { type Gate as GateOfLocation, gatesQuery, type GatesOfLocation, useRemoveGate } from './gates.queries.ts'
import { texts } from './locations-admin.texts.ts'

type Props = { readonly locationId: LocationId }

/** Lists the gates of a location with the sectors that they serve, and adds, edits and removes gates. */
export function LocationGates({ locationId }: Props) {
  const { data } = useQuery(gatesQuery(locationId))
  const [isAdding, setAdding] = useState(false)
  if (!data) return null
  return (
    <Card as="section" aria-labelledby="gates">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id="gates">
            {texts.gates}
          </Title>
          <Text size="sm">{texts.gatesHint}</Text>
        </div>
        {data.gates.length === 0 ? (
          <Text>{texts.noGates}</Text>
        ) : (
          <ul className={rows['list']}>
            {data.gates.map((gate) => (
              <li key={gate.id}>
                <Gate locationId={locationId} gate={gate} plans={data.plans} />
              </li>
            ))}
          </ul>
        )}
        {isAdding ? (
          <AddGateForm locationId={locationId} plans={data.plans} onClose={() => setAdding(false)} />
        ) : (
          <Group>
            <ActionButton variant="default" onClick={() => setAdding(true)}>
              {texts.addGate}
            </ActionButton>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

type GateProps = Props & { readonly gate: GateOfLocation; readonly plans: GatesOfLocation['plans'] }

function Gate({ locationId, gate, plans }: GateProps) {
  const { name } = gate
  const [isEditing, setEditing] = useState(false)
  const remove = useRemoveGate(locationId, gate)
  const ask = async () => {
    const details = texts.removeGateDetails(name)
    const question = { title: texts.removeGateQuestion, details, confirm: texts.removeGate, isDestructive: true }
    if (await confirmed(question)) remove.act()
  }
  if (isEditing) {
    return <EditGateForm locationId={locationId} gate={gate} plans={plans} onClose={() => setEditing(false)} />
  }
  return (
    <div className={rows['row']}>
      <div>
        <Text fw={600}>{name}</Text>
        {servedBy(gate, plans).map((served) => (
          <Text key={served} size="sm">
            {served}
          </Text>
        ))}
      </div>
      <Group gap="xs">
        <ActionButton
          variant="default"
          size="xs"
          aria-label={texts.editGateNamed(name)}
          onClick={() => setEditing(true)}
        >
          {texts.editGate}
        </ActionButton>
        <ActionButton
          variant="default"
          size="xs"
          isBusy={remove.isPending}
          aria-label={texts.removeGateNamed(name)}
          onClick={() => void ask()}
        >
          {texts.removeGate}
        </ActionButton>
      </Group>
    </div>
  )
}

/** Lists the served sectors by plan. */
function servedBy({ sectorIds }: GateProps['gate'], plans: GatesOfLocation['plans']): string[] {
  const served = plans.flatMap(({ name, sectors }) => {
    const names = sectors.filter(({ id }) => sectorIds.includes(id)).map((sector) => sector.name)
    return names.length === 0 ? [] : [texts.sectorsOf(name, names)]
  })
  return served.length === 0 ? [texts.allSectors] : served
}
