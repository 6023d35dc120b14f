/** The screens of the {product} Center (docs/product.md §2): what the bot says and understands. */
import type { RouteComponent } from '@tanstack/react-router';
import { lazyScreen } from '../base/lazy-screen.ts';
import type { ScreenRoute } from './screens.ts';

export const CENTER: readonly (ScreenRoute & { component: RouteComponent })[] = [
  {
    path: '/chatbot-center/skill-base/$id',
    title: 'Interacciones precargadas',
    module: 'skill_base',
    component: lazyScreen(() => import('../features/center/preloaded-screen.tsx'), 'PreloadedScreen'),
  },
  {
    path: '/dashboard/chatbot/preguntas',
    title: 'Interacciones personalizadas',
    module: 'faqs',
    component: lazyScreen(() => import('../features/center/custom-screen.tsx'), 'CustomScreen'),
  },
  {
    path: '/menu-inicial',
    title: 'Menú inicial',
    module: 'menu_inicial',
    component: lazyScreen(() => import('../features/welcome-menu/menu-screen.tsx'), 'MenuScreen'),
  },
  {
    path: '/chatbot-center/prompt-manager',
    title: 'Configuración de IA',
    module: 'skill_base',
    component: lazyScreen(() => import('../features/center/ai-screen.tsx'), 'AiScreen'),
  },
  {
    path: '/chatbot-center/terminar',
    title: 'Terminar configuración',
    module: 'skill_base',
    component: lazyScreen(() => import('../features/center/finish-screen.tsx'), 'FinishScreen'),
  },
  {
    path: '/clasificacion-ia',
    title: 'Clasificación IA',
    module: 'skill_base',
    flag: 'ai_classification',
    component: lazyScreen(
      () => import('../features/center/classification-screen.tsx'),
      'ClassificationScreen',
    ),
  },
];
