/** Where files are dropped, or chosen with a button. */
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import classes from './drop-zone.module.css';
import { FileInput } from './file-input.tsx';

interface DropZoneProps {
  /** What it is for, to screen readers. */
  legend: string;
  icon: ReactNode;
  /** Names the field behind the button. */
  label: string;
  accept: string;
  multiple?: boolean;
  /** Which files are taken. */
  limits: ReactNode;
  /** Why the last ones were not. */
  fault?: string | null;
  className?: string | undefined;
  onFiles: (files: File[]) => void;
  /** What is read and pressed; `choose` opens the choice of files. */
  children: (choose: () => void) => ReactNode;
}

export function DropZone(props: DropZoneProps) {
  const { legend, icon, label, accept, multiple = false, limits, fault = null, className, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <fieldset
      className={className ? `${classes.drop} ${className}` : classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className="visually-hidden">{legend}</legend>
      {icon}
      {props.children(() => input.current?.click())}
      <FileInput ref={input} label={label} accept={accept} multiple={multiple} onFiles={onFiles} />
      <p className={classes.limits}>{limits}</p>
      {fault === null ? null : (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
