/** Names as a shop's clients in Chile have them: one given name and two of families, each about as often as the next. */
export const GIVEN =
  'Agustín Alejandra Alonso Amanda Andrea Antonia Antonio Bárbara Benjamín Camila Carla Carlos Carolina Catalina Claudio Constanza Cristóbal Daniela Diego Emilia Felipe Fernanda Florencia Francisca Francisco Gabriel Gonzalo Héctor Ignacio Isabel Javiera Joaquín Jorge José Josefa Juan Laura Lucas Luis Magdalena Manuel Marcela María Martín Matías Maximiliano Nicolás Pablo Patricia Paula Pedro Pía Ricardo Rocío Rodrigo Rosa Sebastián Sofía Tomás Valentina Verónica Vicente Ximena'.split(
    ' ',
  );
export const FAMILY =
  'Aguilera Alarcón Álvarez Araya Arancibia Aravena Bravo Bustamante Cáceres Carrasco Castillo Castro Cerda Cifuentes Contreras Cortés Díaz Donoso Espinoza Farías Fernández Figueroa Flores Fuentes Fuenzalida Gallardo Garrido Godoy Gómez González Guerrero Gutiérrez Henríquez Hernández Herrera Hidalgo Inostroza Jara Jiménez Lagos Leiva López Maldonado Martínez Medina Mendoza Miranda Molina Morales Moreno Muñoz Navarrete Núñez Olivares Orellana Ortega Ortiz Palma Parra Peña Pérez Pizarro Poblete Quezada Ramírez Ramos Reyes Riquelme Ríos Rivera Rodríguez Rojas Romero Ruiz Saavedra Salazar Salinas Sánchez Sandoval Santana Sepúlveda Silva Soto Tapia Toledo Toro Torres Urrutia Valdés Valenzuela Vargas Vásquez Vega Venegas Vera Vergara Vidal Villalobos Yáñez Zamorano Zúñiga'.split(
    ' ',
  );
