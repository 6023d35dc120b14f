/** Makes the smallest input that a schema accepts, so that a test can make any call without knowing it. */
import * as z from 'zod/mini';

export interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  default?: unknown;
}

/** The smallest value of a shape. */
export function make(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.default !== undefined) return shape.default;
  if (shape.enum) return shape.enum[0];
  const choice = shape.anyOf?.[0] ?? shape.oneOf?.[0] ?? shape.allOf?.[0];
  if (choice) return make(choice);
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, make(shape.properties?.[name] ?? {})]),
      );
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => make(shape.items ?? {}));
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1, (shape.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      if (shape.pattern?.includes('T')) return '2026-11-21T12:00:00.000Z';
      return 'x'.repeat(Math.max(1, shape.minLength ?? 1));
  }
}

/** @returns undefined for no schema; for one that can't be met this way, a value that it refuses */
export function sampleInput(schema: z.ZodMiniType | undefined): Record<string, unknown> | undefined {
  if (!schema) return undefined;
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  const value = make(shape);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
