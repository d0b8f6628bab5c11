-- Late capital bears interest at the loan's rate (LC-8), of contracts accepted from a day on.
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('late.interest', '1900-01-01', 'true', 'C. conso. L312-39', 'text-read');
