/** Sends one message of an automation to oneself. */
import { useMutation } from '@tanstack/react-query';
import { automationCalls } from '../../../contract/calls/automations.ts';
import type { AutomationStep } from '../../../contract/entities/automation.ts';
import type { AutomationKind } from '../../../contract/rules/automations.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';

export function TestStep({ kind, step }: { kind: AutomationKind; step: AutomationStep }) {
  const { place } = usePlace();
  const may = useMay();
  const test = useMutation({
    mutationFn: () =>
      call(automationCalls.testAutomation, {
        params: { kind },
        query: { bot_id: place.bot.id },
        body: { step },
      }),
  });
  return (
    <div>
      <AllowedButton
        variant="default"
        allowed={may('automatizaciones', 'edit')}
        why={TEXTS.noActionPermission}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Enviarme una prueba
      </AllowedButton>
      <p role="status">
        {test.error
          ? sentence(test.error)
          : test.data
            ? `Enviado a ${test.data.phone}: «${test.data.text}»`
            : ''}
      </p>
    </div>
  );
}
