// Above the list of events: chooses its columns, its density and the rows of a page.
import { Button, Checkbox, Popover, SegmentedControl } from '@mantine/core';
import { IconColumns } from '../components/icons.ts';
import classes from './LayoutMenu.module.css';
import {
  ASSESSMENT_COLUMNS,
  COLUMN_NAMES,
  COLUMN_TEXT,
  type ColumnName,
  DEFAULT_LAYOUT,
  type Layout,
  PAGE_SIZES,
} from './layout.ts';

interface LayoutMenuProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
}

export function LayoutMenu({ layout, onChange }: LayoutMenuProps) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" width="min(24rem, calc(100vw - 2rem))">
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns size={15} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="stack compact">
          <ColumnChoice layout={layout} onChange={onChange} />
          <RowChoice layout={layout} onChange={onChange} />
          <Presets layout={layout} onChange={onChange} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnChoice({ layout, onChange }: LayoutMenuProps) {
  const toggle = (name: ColumnName, on: boolean) =>
    onChange({ ...layout, columns: COLUMN_NAMES.filter((one) => (one === name ? on : layout.columns.includes(one))) });
  return (
    <fieldset className={classes.columns}>
      <legend>Columns</legend>
      {COLUMN_NAMES.map((name) => (
        <Checkbox
          key={name}
          label={COLUMN_TEXT[name]}
          checked={layout.columns.includes(name)}
          // The last column stays: a table with event types alone is not useful.
          disabled={layout.columns.length === 1 && layout.columns.includes(name)}
          onChange={(event) => toggle(name, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

function RowChoice({ layout, onChange }: LayoutMenuProps) {
  const sizes = [...new Set([...PAGE_SIZES, layout.pageSize])].sort((a, b) => a - b);
  return (
    <div className={classes.rows}>
      <span className="small" aria-hidden>
        Row height
      </span>
      <SegmentedControl
        size="xs"
        aria-label="Row height"
        data={[
          { value: 'normal', label: 'Normal' },
          { value: 'compact', label: 'Compact' },
        ]}
        value={layout.compact ? 'compact' : 'normal'}
        onChange={(value) => onChange({ ...layout, compact: value === 'compact' })}
      />
      <span className="small" aria-hidden>
        Rows per page
      </span>
      <SegmentedControl
        size="xs"
        aria-label="Rows per page"
        data={sizes.map(String)}
        value={String(layout.pageSize)}
        onChange={(value) => onChange({ ...layout, pageSize: Number(value) })}
      />
    </div>
  );
}

/** The buttons are never disabled: a focused button that is disabled loses the focus, and Escape no longer closes the menu. */
function Presets({ layout, onChange }: LayoutMenuProps) {
  return (
    <div className="row">
      <Button size="compact-xs" variant="default" onClick={() => onChange(DEFAULT_LAYOUT)}>
        Default columns
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onChange({ ...layout, columns: ASSESSMENT_COLUMNS })}>
        Risk assessment
      </Button>
    </div>
  );
}
