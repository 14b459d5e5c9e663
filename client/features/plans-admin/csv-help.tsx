import { Button, Text } from '@mantine/core'
import { SAMPLE_PLAN } from '#domain/seating-plan/sample-plan.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { texts } from './plans-admin.texts.ts'
import classes from './upload-plan.module.css'

/** Explains the columns of a CSV file on request, and offers a sample. */
export function CsvHelp() {
  const save = () => saveFile(texts.sampleName, new Blob([SAMPLE_PLAN], { type: 'text/csv' }))
  return (
    <div>
      <Button variant="default" mb="sm" onClick={save}>
        {texts.sample}
      </Button>
      <div>
        <Disclosure label={texts.columns}>
          <Text size="sm" my="xs">
            {texts.columnsLead}
          </Text>
          <dl className={classes['columns']}>
            {texts.columnMeanings.map(([column, meaning]) => (
              <div key={column}>
                <dt>{column}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </div>
    </div>
  )
}
