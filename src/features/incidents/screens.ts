/** What does not work: told to the makers of the product, and what they say of it. */
import type { Screens } from '../../frame/screen.ts';

export const incidentsScreens: Screens<typeof import('./parts.ts')> = [
  {
    path: '/report-incident',
    title: 'Reportar incidencia',
    module: 'seguimiento_incidencias',
    part: 'ReportIncidentScreen',
  },
  {
    path: '/follow-incident',
    title: 'Seguimiento de incidencias',
    module: 'seguimiento_incidencias',
    part: 'FollowIncidentScreen',
  },
];
