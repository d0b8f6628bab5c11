export const blogCategories = [
  { id: 'conseils', name: 'Conseils', description: 'Guides pratiques' },
  { id: 'finance', name: 'Finance', description: 'Actualités financières' },
  { id: 'simulation', name: 'Simulation', description: 'Outils de calcul' },
  { id: 'prevention', name: 'Prévention', description: 'Pièges à éviter' },
] as const;

export type BlogCategory = (typeof blogCategories)[number];
export type BlogCategoryName = BlogCategory['name'];
